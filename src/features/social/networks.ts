import { type Blog, partOf } from '../../platform/blog.ts';
import { networksName } from '../conversation/routes.ts';
import type { Conversation, Network } from './networks/network.ts';

export type Talking = Network & { conversation: Conversation };

/** The configured networks. */
export const networksPart = partOf<readonly Network[]>(networksName);

/** The configured networks whose replies can be read. */
export const talkingNetworks = (blog: Pick<Blog, 'parts'>): Talking[] =>
  networksPart.of(blog).filter((network): network is Talking => network.conversation !== undefined);
