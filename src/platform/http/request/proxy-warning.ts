import { type Blog, nowIso } from '../../blog.ts';
import { addSetting, deleteSetting, readSetting } from '../../db/settings.ts';

/** A forwarding header that was sent by an untrusted client. */
type Forwarding = { header: string; date: string };

const setting = 'untrusted_forwarding';

/** Stores that an untrusted client sent a forwarding header; true only for the first request in all processes. */
export const recordForwarding = (blog: Blog, header: string): Promise<boolean> =>
  addSetting(blog.db, setting, JSON.stringify({ header, date: nowIso(blog) } satisfies Forwarding));

export async function untrustedForwarding(blog: Blog): Promise<Forwarding | null> {
  const stored = await readSetting(blog.db, setting);
  return stored === undefined ? null : JSON.parse(stored);
}

/** Called at the start, when TRUST_PROXY may have been set; otherwise the warning appears again. */
export const clearForwarding = (blog: Blog): Promise<void> => deleteSetting(blog.db, setting);
