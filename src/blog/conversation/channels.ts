import type { Channel } from './channel.ts';

export const channels: readonly Channel[] = [];
