import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../src/platform/process/package-root.ts';
import { deepPackage } from './packages.ts';
import { type Expression, regularExpressions } from './regular-expressions.ts';

type Verdict =
  | { status: 'safe' }
  | { status: 'vulnerable'; complexity: { summary: string } }
  | { status: 'unknown'; error: { kind: string } };
type Checker = { check(pattern: string, flags: string, parameters: object): Promise<Verdict> };
let checker: Promise<Checker> | undefined;

function loadChecker(): Promise<Checker> {
  // The pure JavaScript checker, which needs no Java and no platform-specific binary.
  process.env.RECHECK_BACKEND = 'pure';
  checker ??= deepPackage<Checker>('recheck');
  return checker;
}

/**
 * Limits steps rather than time, so that the result does not depend on the machine. Four million steps over 10,000
 * characters distinguish a quadratic expression from one that re-reads at most 300 characters.
 */
const limits = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  recallTimeout: -1,
  attackLimit: 4_000_000,
  incubationLimit: 10_000,
  maxAttackStringSize: 10_000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  maxIteration: 3,
  randomSeed: 1,
} as const;

/** Each expression of the sources once. */
export const expressions = (): Expression[] => [
  ...new Map(regularExpressions().map((one) => [one.code, one])).values(),
];

/** Why an expression may take more than linear time; null when it does not. */
export async function expressionProblem({
  pattern,
  flags,
}: Pick<Expression, 'pattern' | 'flags'>): Promise<string | null> {
  if (pattern === null) return 'cannot be checked: made at run time';
  const { check } = await loadChecker();
  const verdict = await check(pattern, flags, limits);
  if (verdict.status === 'safe') return null;
  return verdict.status === 'vulnerable'
    ? verdict.complexity.summary
    : `cannot be checked: ${verdict.error.kind}`;
}

const { dependencies } = JSON.parse(
  readFileSync(path.join(packageRoot, 'tests/deep/package.json'), 'utf8'),
) as { dependencies: { recheck: string } };

/** The checker has no randomness besides its seed, so its verdict stays the same for the same input. */
export const expressionHash = ({ pattern, flags }: Pick<Expression, 'pattern' | 'flags'>): string =>
  createHash('sha256')
    .update(JSON.stringify([dependencies.recheck, limits, pattern, flags]))
    .digest('hex')
    .slice(0, 20);

/** The hashes of expressions that were checked before and take linear time; see tools/check-expressions.ts. */
export const checkedFile = path.join(packageRoot, 'tests/support/checked-expressions.txt');
