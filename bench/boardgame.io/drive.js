// Plays tic-tac-toe at TABLES tables, two clients each, as fast as the server lets them:
//     node drive.js PORT TABLES SECONDS
// The clients speak the server's protocol over socket.io and do nothing else, so that the server
// is what is measured. A client moves when it is told that it is its turn; so each move that is
// counted has gone through the server to the other client. A finished match is followed by the
// next one. Prints moves and seconds as JSON.
const { io } = require("socket.io-client");

const [port, tables, seconds] = process.argv.slice(2).map(Number);
let moves = 0;
let matches = 0;
let errors = 0;
let measuring = false;

class Table {
  constructor(number) {
    this.number = number;
    this.sockets = ["0", "1"].map((player) => {
      const socket = io(`http://localhost:${port}/tic-tac-toe`, {
        transports: ["websocket"],
        forceNew: true,
      });
      socket.on("connect", () => this.sync(player, socket));
      socket.on("sync", (id, { state }) => this.see(player, socket, id, state));
      socket.on("update", (id, state) => this.see(player, socket, id, state));
      socket.on("connect_error", () => errors++);
      return socket;
    });
    this.round = [0, 0];
    this.started = false;
  }

  id(player) {
    return `t${this.number}-${this.round[player]}`;
  }

  sync(player, socket) {
    socket.emit("sync", this.id(player), player, undefined, 2);
  }

  see(player, socket, id, state) {
    if (id !== this.id(player) || !state) return;
    if (state.ctx.gameover) {
      this.round[player] += 1;
      if (player === "0") matches += 1;
      this.sync(player, socket);
      return;
    }
    if (state.ctx.currentPlayer !== player) return;
    // Begun when both are there; a move is repeated by no later message of the same state.
    if (this.last === `${id}/${state._stateID}`) return;
    this.last = `${id}/${state._stateID}`;
    const free = state.G.cells.flatMap((mark, i) => (mark === null ? [i] : []));
    const cell = free[Math.floor(Math.random() * free.length)];
    const payload = { type: "clickCell", args: [cell], playerID: player, credentials: undefined };
    socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, id, player);
    if (measuring) moves += 1;
  }
}

for (let number = 0; number < tables; number++) new Table(number);
setTimeout(() => {
  measuring = true;
  const begun = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  setTimeout(() => {
    const took = Number(process.hrtime.bigint() - begun) / 1e9;
    const used = process.cpuUsage(cpu);
    const own = (used.user + used.system) / 1e6 / took;
    console.log(JSON.stringify({ moves, seconds: took, matches, errors, own }));
    process.exit(0);
  }, seconds * 1000);
}, 3000);
