import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { mastodonAnswer } from './answer-text.ts';
import {
  goneIfNotFound,
  type MastodonApi,
  type MastodonConfig,
  mastodonApi,
  statusPath,
  webUrl,
} from './mastodon-api.ts';
import type { Answer, Answered, ShareOptions } from './network.ts';

const id = z.string().min(1).max(100);
const statusSchema = z.object({ id, uri: webUrl.max(1000) });
const descendantSchema = statusSchema.extend({
  in_reply_to_id: id,
  created_at: z.string(),
  account: z.object({ id }),
});

export const newIdempotencyKey = (): string => randomUUID();

/** Its clock may differ. */
const clockMs = 2 * 60 * 1000;
/** Servers remember keys for an hour. */
const rememberedMs = 50 * 60 * 1000;

export async function answerOnMastodon(
  config: MastodonConfig,
  answer: Answer,
  isRepeated: boolean,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Answered> {
  using api = mastodonApi(config, signal, options);
  const limits = await api.attempt('prepare', api.limits);
  const isExpired = Date.now() - Date.parse(answer.date) > rememberedMs;
  const earlier = isRepeated && isExpired ? await api.attempt('read', () => postedBefore(api, answer)) : null;
  const { id, uri } =
    earlier ??
    (await api.attempt('post', () => {
      const call = {
        headers: { 'idempotency-key': answer.key },
        json: {
          status: mastodonAnswer(answer, answer.parent.mention, limits),
          in_reply_to_id: answer.parent.id,
          visibility: answer.parent.visibility ?? 'unlisted',
        },
      };
      return api.send('/api/v1/statuses', call, statusSchema).catch(goneIfNotFound);
    }));
  return { id, cid: null, originId: uri };
}

/** A reply of this account to the same status that is not older than the answer. */
async function postedBefore(
  api: MastodonApi,
  { parent, date }: Answer,
): Promise<z.infer<typeof statusSchema> | null> {
  const own = await api.get('/api/v1/accounts/verify_credentials', z.object({ id }));
  const { descendants } = await api
    .get(`${statusPath(parent.id)}/context`, z.object({ descendants: z.array(z.unknown()) }))
    .catch(goneIfNotFound);
  const isEarlier = (status: z.infer<typeof descendantSchema>) =>
    status.in_reply_to_id === parent.id &&
    status.account.id === own.id &&
    Date.parse(status.created_at) >= Date.parse(date) - clockMs;
  return (
    descendants
      .map((one) => descendantSchema.safeParse(one).data)
      .find((status) => status !== undefined && isEarlier(status)) ?? null
  );
}

export async function editAnswerOnMastodon(
  config: MastodonConfig,
  statusId: string,
  answer: Answer,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<void> {
  using api = mastodonApi(config, signal, options);
  const limits = await api.attempt('prepare', api.limits);
  await api.attempt('post', () => {
    const json = { status: mastodonAnswer(answer, answer.parent.mention, limits) };
    return api.send(statusPath(statusId), { method: 'PUT', json }, z.unknown()).catch(goneIfNotFound);
  });
}
