// Nodes a second of the modules against the program's, by processor time, in turns. ALINEA_BIN names the program.
//   node tests/speed.mjs [ROUNDS]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openModule } from './module.mjs';

const TICKS_PER_SECOND = 100;
const CASES = [
  ['solver', 'first', { game: 'connect4', position: '-', moves: ['4', '4', '2', '2', '5', '3', '6', '7', '4'], engine: 'solver:nodes=6000000' }],
  ['gomoku', 'games', { game: 'gomoku', position: '-', moves: ['h8', 'i9', 'g7', 'j10'], engine: 'best:nodes=300000' }],
  ['ninja', 'games', { game: 'boom', position: '-', moves: ['4', '4', '3'], engine: 'ninja:nodes=3000000' }],
  ['alphabeta', 'first', { game: 'connect4', position: '-', moves: ['4', '4'], engine: 'alphabeta:heuristic=ligue4,nodes=1000000' }],
];

const server = spawn(process.env.ALINEA_BIN, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve) => createInterface({ input: server.stdout }).once('line', resolve));
const modules = { first: openModule('first'), games: openModule('games') };

function serverSeconds() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function native(body) {
  const before = serverSeconds();
  const response = await fetch(`${address}api/v1/move`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { thought, error } = await response.json();
  if (error) throw new Error(error.message);
  return thought.nodes / (serverSeconds() - before);
}

function carried(name, body) {
  const before = process.cpuUsage();
  const { thought } = JSON.parse(modules[name].ask('move', body)[0].data);
  const { user, system } = process.cpuUsage(before);
  return thought.nodes / ((user + system) / 1e6);
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
for (const [title, name, body] of CASES) {
  carried(name, body);
  const pairs = [];
  for (let round = 0; round < Number(process.argv[2] ?? 5); round++) pairs.push([carried(name, body), await native(body)]);
  const [here, there] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
  console.log(`${title.padEnd(10)} module ${(here / 1e6).toFixed(2)} M/s, program ${(there / 1e6).toFixed(2)} M/s, ratio ${(here / there).toFixed(2)}`);
}
server.kill('SIGTERM');
