import type { Forwarding } from '../../contract/site.ts';
import { addSetting, deleteSetting, readSetting } from '../../store/settings.ts';
import { type Blog, nowIso } from '../blog.ts';

const setting = 'untrusted_forwarding';

/** Notes that a sender who is not trusted used a forwarding header; true for the first of all processes to do so. */
export const noteForwarding = (blog: Blog, header: string): Promise<boolean> =>
  addSetting(blog.db, setting, JSON.stringify({ header, date: nowIso(blog) } satisfies Forwarding));

export async function untrustedForwarding(blog: Blog): Promise<Forwarding | null> {
  const noted = await readSetting(blog.db, setting);
  return noted === undefined ? null : JSON.parse(noted);
}

/** At a start the settings may have changed: if they did not help, it is noted again. */
export const forgetForwarding = (blog: Blog): Promise<void> => deleteSetting(blog.db, setting);
