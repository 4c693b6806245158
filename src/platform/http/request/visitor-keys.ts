import type { Blog } from '../../blog.ts';
import { keyedHash } from '../../process/keyed-hash.ts';
import { networkOf, visitorKey } from './ip-networks.ts';

/** The keyed hash of an IP address: the database can compare it, but not read it without the key. */
export const ipKey = (blog: Pick<Blog, 'keys'>, ip: string): string =>
  keyedHash(blog.keys.addresses, visitorKey(ip));

/** Like ipKey, for the larger network of the IP address. */
export const networkKey = (blog: Pick<Blog, 'keys'>, ip: string): string =>
  keyedHash(blog.keys.addresses, networkOf(ip));
