import type { Figure, Line, Posts, Result, Wanted } from './bench-run.ts';

const number = (value: number): string => {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
};
const tell = (wanted: readonly Wanted[]): string =>
  wanted.map(({ what, holds }) => `${what.trim()}${holds ? '' : ' **missed**'}`).join('; ');

/** The tables as they stand in docs/performance.md; with an earlier run, how much faster each line became. */
export function markdown({ lines, figures }: Result, posts: Posts, earlier?: Result): string {
  const rivals = [...new Set(lines.flatMap((line) => Object.keys(line.against)))];
  const before = (name: string) => earlier?.lines.find((line) => line.name === name);
  const cells = (line: Line) => [
    line.name,
    number(line.few),
    number(line.many),
    number(line.growth),
    number(line.perSecond),
    number(line.p99),
    ...rivals.map((rival) => (line.against[rival] === undefined ? '' : number(line.against[rival]))),
    ...(earlier ? [before(line.name) ? number(line.many / (before(line.name)?.many ?? 1)) : ''] : []),
    tell(line.wanted),
  ];
  const figureBefore = (name: string) => earlier?.figures.find((figure) => figure.name === name);
  const figureCells = (figure: Figure) => [
    figure.name,
    `${number(figure.value)} ${figure.unit}`.trim(),
    ...(earlier ? [figureBefore(figure.name) ? number(figureBefore(figure.name)?.value ?? 0) : ''] : []),
    figure.wanted ? tell([figure.wanted]) : '',
  ];
  const head = [
    'Answers a CPU second',
    `${number(posts.few)} posts`,
    `${number(posts.many)} posts`,
    `cost ${number(posts.many)} : ${number(posts.few)}`,
    'a second',
    'p99 ms',
    ...rivals.map((rival) => `of ${rival}`),
    ...(earlier ? ['of earlier'] : []),
    'wanted',
  ];
  const figureHead = ['Figure', 'value', ...(earlier ? ['earlier'] : []), 'wanted'];
  return [table(head, lines.map(cells)), table(figureHead, figures.map(figureCells))].join('\n');
}

function table(head: string[], rows: string[][]): string {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  return row(head) + row(head.map((_, at) => (at === 0 ? '---' : '---:'))) + rows.map(row).join('');
}

export const missed = ({ lines, figures }: Result): string[] => [
  ...lines.flatMap(({ name, wanted }) =>
    wanted.filter(({ holds }) => !holds).map(({ what }) => `${name}: ${what}`),
  ),
  ...figures.flatMap(({ name, wanted }) =>
    wanted && !wanted.holds ? [`${name}: ${wanted.what.trim()}`] : [],
  ),
];
