import type { IncomingMessage } from 'node:http';
import type { Site } from '../../platform/http/context.ts';
import type { Administrator } from '../../platform/http/viewer.ts';
import { readApps } from './switch.ts';

export const bearerToken = ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined =>
  /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];

/** While tokens are off, the header is ignored as it was before there were any. */
export const authenticateBearer =
  ({ blog }: Site) =>
  async (request: IncomingMessage): Promise<Administrator | null> => {
    if (!/^bearer\b/i.test(request.headers.authorization ?? '') || !(await readApps(blog)).tokens)
      return null;
    const { administratorOf } = await import('./tokens/tokens.ts');
    return administratorOf(blog, bearerToken(request) ?? '');
  };
