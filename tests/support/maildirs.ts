import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the server treats the first mail to an address. */
const misbehaviors = {
  /** 5xx, always. */
  dead: 'dead',
  /** 4xx to the recipient. */
  later: 'later',
  /** 4xx to the message. */
  refused: 'refused',
  /** Drops the connection inside the message. */
  inside: 'inside',
  /** Accepts the mail, but its answer is cut off. */
  half: 'half',
  /** Answers after a while. */
  slow: 'slow',
} as const;
export type Misbehavior = keyof typeof misbehaviors | 'none';

/** Of 100 addresses. */
const shares: readonly [Misbehavior, number][] = [
  ['dead', 4],
  ['later', 4],
  ['refused', 2],
  ['inside', 1],
  ['half', 1],
  ['slow', 3],
];

export function addressNumber(index: number): string {
  let rest = index % 100;
  for (const [kind, share] of shares) {
    if (rest < share) return `${kind}-${index}@example.net`;
    rest -= share;
  }
  return `none-${index}@example.net`;
}

export const misbehaviorOf = (address: string): Misbehavior =>
  (address.slice(0, address.indexOf('-')) as Misbehavior) || 'none';

/** What arrived: for each address its files, and how many different mails these are by their Message-ID. */
export function readMaildirs(folder: string): Map<string, { copies: number; mails: number }> {
  return new Map(
    readdirSync(folder).map((address) => {
      const inbox = join(folder, address, 'new');
      const ids = readdirSync(inbox).map(
        (name) => /^Message-ID: (\S+)/im.exec(readFileSync(join(inbox, name), 'utf8'))?.[1] ?? name,
      );
      return [address, { copies: ids.length, mails: new Set(ids).size }];
    }),
  );
}
