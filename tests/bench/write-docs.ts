import { growthAllowed, type Line, type Machine, type Posts, type Result, type Wanted } from './bench-run.ts';
import { number, table, targets } from './report.ts';

/** The JSON copy of a run. */
export type Stored = Result & { machine: Machine; posts: Posts };

const begin = '<!-- bench: begin -->\n';
const end = '<!-- bench: end -->';

/** The page with the table of a run between its markers: what has a target. */
export function withTable(page: string, stored: Stored): string {
  const [before, old, after] = [page.indexOf(begin), page.indexOf(end), page.slice(page.indexOf(end))];
  if (before < 0 || old < before) throw new Error(`The page has no lines ${begin.trim()} and ${end}.`);
  return `${page.slice(0, before)}${begin}${tableOf(stored)}${after}`;
}

function tableOf({ machine, posts, lines, figures }: Stored): string {
  const { date, processor, cores, load, node } = machine;
  const rows = [
    ...lines.map((line) => [line.name, cellOf(line), targets(line.wanted.filter(isTold))]),
    ...figures.flatMap(({ name, value, unit, wanted }) =>
      wanted ? [[name, `${number(value)} ${unit}`.trim(), targets([wanted])]] : [],
    ),
  ];
  return `Measured ${date} on ${processor}, ${cores} cores, load ${load}, Node ${node}. Lines without a unit are responses per CPU second
with ${number(posts.many)} posts; growth is the cost relative to ${number(posts.few)} posts, at most ${growthAllowed} unless it says missed.

${table(['Measured', 'value', 'target'], rows)}`;
}

/** All lines have the same target for growth. */
const isTold = ({ what, holds }: Wanted): boolean => !holds || !what.startsWith('growth');

const cellOf = ({ many, growth, against }: Line): string =>
  [
    number(many),
    `growth ${number(growth)}`,
    ...Object.entries(against).map(([baseline, ratio]) => `${number(ratio)} of ${baseline}`),
  ].join('; ');
