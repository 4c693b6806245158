import { randomInt } from 'node:crypto';
import { blueskyAnswer } from './answer-text.ts';
import { recordSchema } from './bluesky.ts';
import { type BlueskyConfig, blueskyApi, postCollection } from './bluesky-api.ts';
import { NetworkFailure } from './failure.ts';
import type { Answer, Answered, ShareOptions, Target } from './network.ts';

const digits = '234567abcdefghijklmnopqrstuvwxyz';

/** The key of a record: a TID, which is the time in microseconds and a random number, in digits that sort. */
export function newTid(date: Date): string {
  let value = (BigInt(date.getTime()) * 1000n + BigInt(randomInt(1000))) * 1024n + BigInt(randomInt(1024));
  let tid = '';
  for (let place = 0; place < 13; place++) {
    tid = digits.charAt(Number(value % 32n)) + tid;
    value /= 32n;
  }
  return tid;
}

/** The key of the record is the answer's own, so that a repeated request writes the same record. */
export async function answerOnBluesky(
  config: BlueskyConfig,
  answer: Answer,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Answered> {
  using api = blueskyApi(config, signal, options);
  const { did, send } = await api.signIn();
  const { text, facets } = blueskyAnswer(answer);
  const record = {
    $type: postCollection,
    text,
    createdAt: answer.date,
    ...(facets.length > 0 && { facets }),
    reply: { root: reference(answer.root), parent: reference(answer.parent) },
  };
  const json = { repo: did, collection: postCollection, rkey: answer.key, record };
  const { uri, cid } = await api.attempt('post', () =>
    send('com.atproto.repo.putRecord', { json }, recordSchema),
  );
  return { id: uri, cid: cid ?? null, originId: uri };
}

function reference({ id, cid }: Target): { uri: string; cid: string } {
  if (!cid) throw new NetworkFailure('Bluesky did not say the version of the post that this answers.');
  return { uri: id, cid };
}
