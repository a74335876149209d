/// The pictures of the rules: boards drawn by hand, each beside a sentence of the dictionaries.
import { gameName } from '../board/frame';
import type { Scene } from '../board/vignette';

export interface Rule {
  /** The sentence is `page.rules.<key>`. */
  key: string;
  scenes: Scene[];
}

const drop = (rows: string[], more: Partial<Scene> = {}): Scene => ({ game: 'connect4', gravity: true, rows, ...more });
const boom = (rows: string[], more: Partial<Scene> = {}): Scene => ({ game: 'boom', gravity: true, rows, ...more });
const stones = (rows: string[], more: Partial<Scene> = {}): Scene => ({ game: 'gomoku', rows, ...more });
const fields = (rows: string[], more: Partial<Scene> = {}): Scene => ({ game: 'mnk', rows, ...more });

const PUT: Rule = { key: 'put', scenes: [stones(['.......', '..o....', '...x...', '..xo...', '.......'], { lit: ['e4'] })] };
const FIVE = stones(['.......', '.o...o.', '.xxxxx.', '..o.o..', '.......'], { line: ['b3', 'c3', 'd3', 'e3', 'f3'] });
const SIX = stones(['........', '..o.o...', '.xxxxxx.', '.o..o...', '........'], { lit: ['b3', 'c3', 'd3', 'e3', 'f3', 'g3'] });
const SIX_WINS = { ...SIX, lit: [], line: ['b3', 'c3', 'd3', 'e3', 'f3', 'g3'] };

const RULES: Record<string, Rule[]> = {
  connect4: [
    { key: 'drop', scenes: [drop(['.....', '.....', '..x..', '.ox.o'], { lit: ['c3'] })] },
    { key: 'four', scenes: [drop(['....x', '..xxo', '.oxoo', 'xxoxo'], { line: ['b1', 'c2', 'd3', 'e4'] })] },
  ],
  gomoku: [PUT, { key: 'five-or-more', scenes: [FIVE, SIX_WINS] }],
  standard: [PUT, { key: 'five', scenes: [FIVE] }, { key: 'six-nothing', scenes: [SIX] }],
  renju: [
    PUT,
    { key: 'renju-five', scenes: [FIVE] },
    { key: 'renju-overline', scenes: [stones(['.........', '.........', '.xxx.xx..', '.........', '.........'], { forbidden: ['e3'] })] },
    { key: 'renju-fours', scenes: [stones(['.........', '.xxx.....', '....x....', '....x....', '....x....'], { forbidden: ['e4'] })] },
    { key: 'renju-threes', scenes: [stones(['.........', '..xx.....', '....x....', '....x....', '.........'], { forbidden: ['e4'] })] },
    { key: 'renju-white', scenes: [stones(['........', '.oooooo.', '..x.x...', '...xx...', '........'], { line: ['b4', 'c4', 'd4', 'e4', 'f4', 'g4'] })] },
  ],
  caro: [
    PUT,
    { key: 'caro-five', scenes: [FIVE] },
    { key: 'caro-blocked', scenes: [stones(['.......', '..o....', 'oxxxxxo', '...o...', '.......'], { lit: ['a3', 'g3'] })] },
    { key: 'six-nothing', scenes: [SIX] },
  ],
  boom: [
    { key: 'boom-four', scenes: [boom(['.....', '.o...', '.oo.o', 'xxxxo'], { line: ['a1', 'b1', 'c1', 'd1'] })] },
    { key: 'boom-bomb', scenes: [boom(['.....', '..X..', '.ox..', 'xoxoo'], { lit: ['c3'] })] },
    {
      key: 'boom-explode',
      scenes: [
        boom(['.....', 'oo...', 'xoX.x', 'oxoxo'], { lit: ['a2', 'c2', 'e2'] }),
        boom(['.....', '.o...', 'oo...', 'oxoxo']),
      ],
    },
    {
      key: 'boom-fall',
      scenes: [
        boom(['.....', '.....', 'o....', 'Xooo.'], { lit: ['a1'] }),
        boom(['.....', '.....', '.....', 'oooo.'], { line: ['a1', 'b1', 'c1', 'd1'] }),
      ],
    },
  ],
};

const ROW = fields(['ox.', '.xo', '.x.'], { line: ['b1', 'b2', 'b3'] });

/** What to draw for a game; a board of one's own is put together from its options. */
export function rulesOf(game: string): Rule[] {
  const name = gameName(game);
  if (name !== 'mnk') return RULES[name] ?? [];
  const falls = game.includes('+gravity');
  const loses = game.includes('+misere');
  const rules: Rule[] = [
    falls ? RULES.connect4![0]! : { key: 'put-field', scenes: [fields(['o..', '.x.', '..x'], { lit: ['c3'] })] },
    { key: loses ? 'misere' : 'row', scenes: [falls ? RULES.connect4![1]!.scenes[0]! : ROW] },
  ];
  return rules;
}

/** The board on a game's tile. */
export const TILES: Record<string, Scene> = {
  connect4: drop(['...x', '..xo', '.xoo', 'xoxo'], { line: ['a1', 'b2', 'c3', 'd4'] }),
  gomoku: stones(['.....', '.o.o.', 'xxxxx', '..o..', '.o...'], { line: ['a3', 'b3', 'c3', 'd3', 'e3'] }),
  standard: stones(['....x', '.o.x.', '.ox.o', '.x.o.', 'x....'], { line: ['a1', 'b2', 'c3', 'd4', 'e5'] }),
  renju: stones(['.....', '.....', '.xx..', '...x.', '...x.'], { forbidden: ['d3'] }),
  caro: stones(['..o..', '..x..', '..x..', '..x..', '..o..'], {}),
  boom: boom(['....', '..X.', '.oxo', 'xoox'], {}),
  mnk: ROW,
};
