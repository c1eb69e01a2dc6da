// What goes over the wire: made by `tools/wire update` from what /api/v1/openapi.json describes.
// In a module: /** @typedef {import("../wire").Happening} Happening */

/** An action, by its text, and the number of the last event its player had seen.

    ``thought`` is how long it was thought about since that event was there, in ms: what is more
    than that was the network's time, and up to a second of it does not count. */
export interface Act {
  seat: number;
  action: string;
  seen?: number | null;
  thought?: number | null;
}

/** What to say to everybody; empty: nothing any more. */
export interface Announcement {
  text?: string;
}

/** For which seat. */
export interface AtSeat {
  seat: number;
}

/** What stays the same in all scenes of a match. */
export interface BackdropAnswer {
  digest: string;
  sprites: Sprite[];
}

/** Something one has done, and when. */
export interface Badge {
  name: string;
  at: number;
}

/** Who may not come in any more, why, and for how many hours; null: for good. */
export interface Ban {
  kind: string;
  who: string;
  why?: string;
  hours?: number | null;
}

/** What may be written into spots of one kind; the first brush of a kind is its plain one. */
export interface Brush {
  kind: string;
  label: string;
  art: string;
  texts: string[];
  once?: boolean;
}

/** Something done to the whole text at once, such as one more row. */
export interface Change {
  label: string;
  text: string;
}

/** One legal action, and how to say it by touching. */
export interface Choice {
  action: string;
  touch: string[];
  label?: string;
  note?: string;
}

/** What a private link would make of the asker. */
export interface ClaimInfo {
  become: Somebody;
  lose: Somebody | null;
  same: boolean;
}

/** How long people may think, in seconds: for one decision, for the whole match, or both. */
export interface Clock {
  action?: number | null;
  match?: number | null;
  late?: "bot" | "forfeit";
}

/** Clocks, in milliseconds. */
export interface ClockInfo {
  left: (number | null)[];
  running: number | null;
  mine: number | null;
  waits?: number;
}

/** A table to be closed, and what is said to those who sit there. */
export interface CloseTable {
  table: string;
  why?: string;
}

/** It is done, and in the record. */
export interface Decided {
  done?: boolean;
}

/** It is done and will not be lost; the number is that of the seat's event that tells it. */
export interface Done {
  number: number;
}

/** An edition file, as it stands so far. */
export interface EditionText {
  game: string;
  text: string;
  sketch?: boolean;
}

/** What ``rookery edition check`` says of it, and its data where it can be played. */
export interface EditionVerdict {
  faults: string[];
  remarks: string[];
  data: Record<string, any> | null;
  sketch: Sketch | null;
}

/** Which session is to end; none: all but the asker's. */
export interface EndSession {
  session?: string | null;
}

/** The body of every answer that is not a success. */
export interface Error {
  error: ErrorInfo;
}

/** What went wrong: a stable code and a message for programmers, a sentence for people. */
export interface ErrorInfo {
  code: string;
  message: string;
  text: string;
}

/** Something about a player that everybody may read: points, cards, lives. */
export interface Fact {
  label: string;
  value: string;
  art?: string;
}

/** The people of a device. */
export interface Family {
  people: FamilyMember[];
}

/** Somebody who is at home on this device. */
export interface FamilyMember {
  id: string;
  name: string;
  face: string;
  current: boolean;
}

/** Something that flies from a sprite to a player: points, a card. */
export interface Gain {
  sprite: string;
  seat: number;
  text?: string;
  art?: string;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  designer: string;
  players: number[];
  editions: string[];
  options: Record<string, Record<string, any>>;
  ready: boolean;
  waking: Waking | null;
}

/** What one has done in a game. */
export interface GameStatistics {
  game: string;
  matches?: number;
  wins?: number;
  streak?: number;
  longest?: number;
  rating?: number | null;
  deviation?: number | null;
  rated?: number;
}

/** All games, and the bots that play them. */
export interface Games {
  games: GameInfo[];
  bots: string[];
  levels: LevelInfo[];
  languages: string[];
}

/** Who somebody is. The token is the proof: keep it, and keep it secret. */
export interface GuestAnswer {
  id: string;
  name: string;
  language: string | null;
  token: string;
  face?: string;
}

/** A guest by id. */
export interface GuestBody {
  guest: string;
}

/** One event of a seat's stream. */
export interface Happening {
  number: number;
  at: number;
  told: string[];
  steps: StepInfo[];
  table: TableInfo | null;
  clock: ClockInfo | null;
  scene: Scene | null;
  turn: number | null;
}

/** How the server is. */
export interface Health {
  status: string;
  version: string;
  node: string;
  tables: number;
  streams: number;
  ready: Record<string, boolean>;
}

/** A place whose content was hidden, and what could be known of it. */
export interface Hidden {
  name: string;
  things: Likely[];
}

/** What a strong bot would play, and why: figures as in ``bot.explain()``. */
export interface Hint {
  action: string;
  figures: Record<string, any>;
}

/** Events of the past. */
export interface History {
  events: Happening[];
  count: number;
}

/** How the house is. */
export interface HostStatus {
  version: string;
  announcement: string;
  maintenance: boolean;
  tables: number;
  streams: number;
  damaged: number;
  bans: (Record<string, any>)[];
}

/** Which seat to take; none: the first that is free. */
export interface Join {
  seat?: number | null;
  invitation?: string | null;
  name?: string | null;
}

/** What an answer was worth. */
export interface Judgement {
  right: boolean;
  chance: number;
  best: string;
  best_text: string;
  best_chance: number;
  why: string;
  told: string[];
  scene: Scene;
}

/** What came with a private link. */
export interface Key {
  key: string;
}

/** What to put into a link. */
export interface KeyAnswer {
  key: string;
  life?: number;
}

/** A level of bots that people choose from, and how it plays, in the asker's language. */
export interface LevelInfo {
  level: string;
  text: string;
}

/** Something that may be in a hidden place. */
export interface Likely {
  name: string;
  chance: number;
  error: number;
  believed: number;
  doubt: number;
  sprite?: string;
}

/** One line of the reckoning at the end. */
export interface Line {
  seat: number;
  label: string;
  value: string;
}

/** A link of this site, with whatever key is in it: so it is in the body, not in an address. */
export interface Link {
  text: string;
}

/** A table in a list. */
export interface Listed {
  id: string;
  game: string;
  status: string;
  players: number;
  free: number;
  created: number;
  changed: number;
}

/** Some tables, the one that changed last first. */
export interface Listing {
  tables: Listed[];
}

/** A decision of a saved match, and what is wanted to know of it. */
export interface LookAt {
  match: string;
  ply: number;
  actions?: string[];
  best?: string | null;
  known?: boolean;
  names?: string[] | null;
}

/** The id of a new table, and what to invite others with. */
export interface Made {
  id: string;
  invitation: string;
}

/** Which of them. */
export interface Member {
  id: string;
}

/** Who somebody wants to be. */
export interface NewGuest {
  name: string;
  language?: string | null;
  face?: string | null;
}

/** A saved match, to be reviewed. */
export interface NewReview {
  match: string;
  depth?: "deep" | "normal" | "quick";
}

/** A table to be made. */
export interface NewTable {
  game: string;
  players?: number | null;
  options?: Record<string, any>;
  edition?: string | Record<string, any> | null;
  seats?: SeatPlan[] | null;
  public?: boolean;
  clock?: Clock | null;
  spectators?: boolean;
  delay?: number;
  substitute?: string;
  aids?: boolean;
  hints?: "off" | "told" | null;
  automatic?: boolean;
  talk?: "free" | "none" | "phrases";
  from?: Source | null;
  start?: boolean;
}

/** An empty object. */
export interface Nothing {
}

/** What everybody is told: a sentence of the host's, and whether the house is being cleaned. */
export interface Notice {
  announcement?: string;
  maintenance?: boolean;
}

/** Somebody one has played against: a person, or the bots of a level. */
export interface Opponent {
  name: string;
  level: string;
  face: string;
  matches?: number;
  before?: number;
  after?: number;
}

/** One of the actions that were possible. */
export interface Option {
  action: string;
  text: string;
}

/** The asker's tables, and how many of them wait for the asker. */
export interface OwnListing {
  tables: OwnTable[];
  waiting: number;
}

/** Somebody at one of one's tables. */
export interface OwnSeat {
  name: string;
  kind: string;
  face: string;
  me: boolean;
}

/** One of one's tables. */
export interface OwnTable {
  id: string;
  game: string;
  status: string;
  players: number;
  free: number;
  created: number;
  changed: number;
  seats: OwnSeat[];
  waits: boolean;
  won: boolean | null;
}

/** A finished match. */
export interface PastMatch {
  table: string;
  game: string;
  ended: number;
  counts: boolean;
  rated: boolean;
  players: ProfilePlayer[];
}

/** What makes one scene of another. Gains and summary are the frame's own, never inherited. */
export interface Patch {
  sprites?: Sprite[];
  gone?: string[];
  zones?: Zone[] | null;
  players?: ScenePlayer[] | null;
  gains?: Gain[];
  summary?: Summary | null;
  status?: string | null;
}

/** A guest's own page. */
export interface Profile {
  name: string;
  face: string;
  games: GameStatistics[];
  opponents: Opponent[];
  badges: Badge[];
  matches: PastMatch[];
}

/** Where a browser can be reached. */
export interface PushAddress {
  endpoint: string;
}

/** The public key of this server, for browsers that subscribe. */
export interface PushKey {
  key: string;
}

/** A bot for a free seat. */
export interface PutBot {
  seat: number;
  level: string;
}

/** What an answer was worth, and how the asker does with such puzzles now. */
export interface PuzzleAnswer {
  judgement: Judgement;
  puzzling: Puzzling;
}

/** A puzzle as the seat that is asked sees it: nothing of what is hidden from it. */
export interface PuzzleScene {
  game: string;
  number: number;
  grade: number;
  seat: number;
  scene: Scene;
  digest: string;
  backdrop: Sprite[];
}

/** How somebody does with the puzzles of a game. */
export interface Puzzling {
  game: string;
  rating?: number;
  tried?: number;
  solved?: number;
  streak?: number;
  longest?: number;
  today?: boolean;
}

/** How the asker does with puzzles, game by game. */
export interface PuzzlingAnswer {
  games: Puzzling[];
}

/** A square of ``size`` by ``size`` modules, and the dark ones as the path of an SVG. */
export interface QrCode {
  size: number;
  path: string;
}

/** Who can come: whether only this machine can, and the addresses for others at home. */
export interface Reach {
  local: boolean;
  addresses: string[];
}

/** Whether visitors should be sent here. */
export interface Ready {
  status: string;
  backlog: number;
  bots: number;
  waiting: number;
  longest: number;
}

/** A saved match, to be seen again: through whose eyes, and which part of it. */
export interface Replay {
  match: string;
  seat?: number | null;
  everything?: boolean;
  names?: string[] | null;
  after?: number;
  limit?: number;
  scenes?: boolean;
}

/** A part of a match as it was seen. */
export interface ReplayAnswer {
  game: string;
  players: number;
  events: Happening[];
  count: number;
  backdrop: BackdropAnswer;
}

/** How it ended. */
export interface Result {
  text: string;
  winners: number[];
  lines: Line[];
}

/** Another choice at a decision of a saved match. */
export interface Retry {
  match: string;
  ply: number;
  action: string;
  names?: string[] | null;
}

/** How far a review is; when it is done, the review itself (docs/formats.md). */
export interface ReviewAnswer {
  id: string;
  done: number;
  of: number;
  review?: Record<string, any> | null;
}

/** A decision of a match, as the seat that made it saw it. */
export interface ReviewMoment {
  ply: number;
  seat: number;
  scene: Scene;
  digest: string;
  backdrop: Sprite[];
  options: Option[];
  why: string;
  known: Hidden[];
}

/** A list of things, the latest first. */
export interface Rows {
  rows: (Record<string, any>)[];
}

/** A saved match, to be verified. */
export interface SavedMatch {
  match: string;
  commitment?: string | null;
}

/** All that a seat sees and may do. */
export interface Scene {
  game: string;
  zones: Zone[];
  sprites: Sprite[];
  choices: Choice[];
  players: ScenePlayer[];
  prompt: string;
  status: string;
  result?: Result | null;
  gains?: Gain[];
  summary?: Summary | null;
  backdrop?: string;
  shortcuts?: Shortcut[];
}

/** The seat somebody got. */
export interface SeatAnswer {
  seat: number;
}

/** A seat, as everybody sees it. */
export interface SeatInfo {
  seat: number;
  kind: string;
  name: string;
  level: string;
  away: boolean;
  lost: boolean;
  face?: string;
  kept?: string;
}

/** Who is to sit on a seat: the one who makes the table, anybody who comes, or a bot. */
export interface SeatPlan {
  kind?: "bot" | "me" | "open";
  level?: string | null;
  name?: string | null;
}

/** A device on which somebody is signed in. */
export interface SessionInfo {
  id: string;
  device: string;
  created: number;
  seen: number;
  current: boolean;
}

/** All of them, the last used first. */
export interface SessionList {
  sessions: SessionInfo[];
}

/** Another way to say something: one touch, for one action or for several in a row.

    Whoever plays it stops as soon as something unexpected happens on the way. */
export interface Shortcut {
  touch: string;
  actions: string[];
  label?: string;
}

/** What to draw, and what a touch writes where. */
export interface Sketch {
  text: string;
  width: number;
  height: number;
  brushes: Brush[];
  spots: Spot[];
  sprites: Sprite[];
  changes: Change[];
}

/** An answer to a puzzle. */
export interface Solution {
  number: number;
  action: string;
}

/** A guest by name, and at how many tables that are not over. */
export interface Somebody {
  name: string;
  face: string;
  tables: number;
}

/** A moment of a saved match: after so many actions. */
export interface Source {
  match: string;
  ply: number;
}

/** A few characters of the text that can be changed. */
export interface Spot {
  id: string;
  kind: string;
  line: number;
  at: number;
}

/** A thing on the table. */
export interface Sprite {
  id: string;
  art: string;
  x: number;
  y: number;
  width?: number;
  height?: number;
  zone?: string;
  turn?: number;
  label?: string;
  text?: string;
  layer?: number;
  rule?: string;
  mark?: string;
  quiet?: boolean;
}

/** A step as a viewer may know it. */
export interface StepInfo {
  kind: string;
  told: string[];
  data?: Record<string, any>;
  seat?: number | null;
  back?: Patch | null;
}

/** The same, with the browser's keys: ``PushSubscription.toJSON()``. */
export interface Subscription {
  endpoint: string;
  keys: Record<string, string>;
  expirationTime?: number | null;
}

/** What came of a part of the match, to be read before it goes on. */
export interface Summary {
  title: string;
  lines: Line[];
}

/** On or off. */
export interface Switch {
  on: boolean;
}

/** A table, and the asker's own seats at it. */
export interface TableAnswer {
  table: TableInfo;
  mine: number[];
}

/** A table, as everybody sees it. */
export interface TableInfo {
  id: string;
  game: string;
  status: string;
  players: number;
  options: Record<string, any>;
  edition: string;
  public: boolean;
  clock: Clock | null;
  spectators: boolean;
  delay: number;
  aids: boolean;
  automatic: boolean;
  hints: string;
  seats: SeatInfo[];
  commitment: string;
  secret: string | null;
  winners: number[];
  rematch: string;
  created: number;
  talk?: string;
  kept_until?: number | null;
  practice?: boolean;
}

/** Whether a match fits its secret, and what does not. */
export interface Verdict {
  fits: boolean;
  commitment: string;
  plies: number;
  faults: string[];
}

/** How many parts of what bots need are ready. */
export interface Waking {
  done: number;
  of: number;
}

/** A guest by id, or an address or network. */
export interface Whom {
  kind: string;
  who: string;
}

/** Something to say: an emote, a ready-made sentence, or a text where that is allowed. */
export interface Word {
  seat: number;
  kind: "emote" | "phrase" | "text";
  what: string;
}

/** A part of the table with its own coordinates: (0, 0) is its upper left corner. */
export interface Zone {
  id: string;
  label: string;
  width: number;
  height: number;
}

/** A seat at the table. */
export interface ScenePlayer {
  seat: number;
  name: string;
  facts: Fact[];
  active?: boolean;
  state?: string;
}

/** A seat of a finished match. */
export interface ProfilePlayer {
  name: string;
  level: string;
  face: string;
  place: number;
  score: number;
  won: boolean;
  me: boolean;
}

/** What each request is answered with. */
export interface Answers {
  "POST /admin/announce": Decided;
  "POST /admin/ban": Decided;
  "POST /admin/close": Decided;
  "POST /admin/forget": Decided;
  "GET /admin/guest": Record<string, any>;
  "GET /admin/guests": Rows;
  "POST /admin/lift": Decided;
  "GET /admin/log": Rows;
  "POST /admin/maintenance": Decided;
  "GET /admin/status": HostStatus;
  "GET /admin/tables": Rows;
  "POST /editions": EditionVerdict;
  "GET /games": Games;
  "POST /guests": GuestAnswer;
  "POST /guests/claim": GuestAnswer;
  "POST /guests/claim/look": ClaimInfo;
  "GET /guests/family": Family;
  "POST /guests/family": GuestAnswer;
  "POST /guests/family/leave": GuestAnswer;
  "POST /guests/family/switch": GuestAnswer;
  "GET /guests/me": GuestAnswer;
  "DELETE /guests/me/data": Decided;
  "GET /guests/me/data": Record<string, any>;
  "GET /guests/me/key": KeyAnswer;
  "GET /guests/me/profile": Profile;
  "POST /guests/me/push": Done;
  "POST /guests/me/push/off": Done;
  "GET /guests/me/puzzles": PuzzlingAnswer;
  "GET /guests/me/sessions": SessionList;
  "POST /guests/me/sessions/end": Nothing;
  "GET /guests/me/tables": OwnListing;
  "GET /health": Health;
  "GET /metrics": string;
  "GET /notice": Notice;
  "GET /openapi.json": Record<string, any>;
  "GET /push": PushKey;
  "GET /puzzles/{game}": PuzzleScene;
  "POST /puzzles/{game}/answer": PuzzleAnswer;
  "GET /puzzles/{game}/today": PuzzleScene;
  "POST /qr": QrCode;
  "GET /reach": Reach;
  "GET /ready": Ready;
  "POST /replay": ReplayAnswer;
  "POST /review": ReviewAnswer;
  "POST /review/answer": Judgement;
  "POST /review/moment": ReviewMoment;
  "GET /reviews/{review}": ReviewAnswer;
  "GET /tables": Listing;
  "POST /tables": Made;
  "GET /tables/{table}": TableAnswer;
  "POST /tables/{table}/actions": Done;
  "GET /tables/{table}/backdrop": BackdropAnswer;
  "POST /tables/{table}/bots": Done;
  "POST /tables/{table}/claim": SeatAnswer;
  "GET /tables/{table}/events": string;
  "POST /tables/{table}/hint": Hint;
  "POST /tables/{table}/hold": Done;
  "GET /tables/{table}/invitation": KeyAnswer;
  "POST /tables/{table}/join": SeatAnswer;
  "POST /tables/{table}/leave": Done;
  "POST /tables/{table}/nudge": Done;
  "GET /tables/{table}/picture": string;
  "POST /tables/{table}/rematch": Made;
  "POST /tables/{table}/resign": Done;
  "POST /tables/{table}/return": Done;
  "GET /tables/{table}/review": ReviewAnswer;
  "GET /tables/{table}/save": string;
  "GET /tables/{table}/scene": Happening;
  "GET /tables/{table}/seats/{seat}/key": KeyAnswer;
  "POST /tables/{table}/stand-in": Done;
  "POST /tables/{table}/start": Done;
  "POST /tables/{table}/talk": Done;
  "GET /tables/{table}/told": History;
  "POST /tables/{table}/undo": Done;
  "GET /tables/{table}/verify": Verdict;
  "POST /verify": Verdict;
}

/** What each request's body is. */
export interface Bodies {
  "POST /admin/announce": Announcement;
  "POST /admin/ban": Ban;
  "POST /admin/close": CloseTable;
  "POST /admin/forget": GuestBody;
  "POST /admin/lift": Whom;
  "POST /admin/maintenance": Switch;
  "POST /editions": EditionText;
  "POST /guests": NewGuest;
  "POST /guests/claim": Key;
  "POST /guests/claim/look": Key;
  "POST /guests/family": NewGuest;
  "POST /guests/family/leave": Member;
  "POST /guests/family/switch": Member;
  "POST /guests/me/push": Subscription;
  "POST /guests/me/push/off": PushAddress;
  "POST /guests/me/sessions/end": EndSession;
  "POST /puzzles/{game}/answer": Solution;
  "POST /qr": Link;
  "POST /replay": Replay;
  "POST /review": NewReview;
  "POST /review/answer": Retry;
  "POST /review/moment": LookAt;
  "POST /tables": NewTable;
  "POST /tables/{table}/actions": Act;
  "POST /tables/{table}/bots": PutBot;
  "POST /tables/{table}/claim": Key;
  "POST /tables/{table}/hint": AtSeat;
  "POST /tables/{table}/hold": AtSeat;
  "POST /tables/{table}/join": Join;
  "POST /tables/{table}/leave": AtSeat;
  "POST /tables/{table}/nudge": AtSeat;
  "POST /tables/{table}/resign": AtSeat;
  "POST /tables/{table}/return": AtSeat;
  "POST /tables/{table}/stand-in": AtSeat;
  "POST /tables/{table}/talk": Word;
  "POST /tables/{table}/undo": AtSeat;
  "POST /verify": SavedMatch;
}
