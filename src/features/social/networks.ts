import type { Blog } from '../../platform/blog.ts';
import type { Conversation, Network } from './networks/network.ts';

export type Talking = Network & { conversation: Conversation };

/** The configured networks whose replies can be read. */
export const talkingNetworks = (blog: Pick<Blog, 'networks'>): Talking[] =>
  blog.networks.filter((network): network is Talking => network.conversation !== undefined);
