import type { Module } from '../../platform/module.ts';
import { sendDiscovery } from './discovery.ts';
import { isNegotiated } from './feed-path.ts';
import { sendMarkdown } from './serve-markdown.ts';

export const feeds: Module = {
  name: 'feeds',
  answers: () => [sendDiscovery, sendMarkdown],
  pages: [{ isAt: isNegotiated, isNegotiated: true }],
};
