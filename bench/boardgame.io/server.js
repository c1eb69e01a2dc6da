// Tic-tac-toe as in boardgame.io's own tutorial, in memory. Prints its port when it listens.
const { Server, Origins } = require("boardgame.io/server");
const { TicTacToe } = require("./game");

const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST_IN_DEVELOPMENT] });
server.run({ port: 0 }).then(({ appServer }) => {
  process.stdout.write(`port ${appServer.address().port}\n`);
});
