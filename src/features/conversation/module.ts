import type { Module } from '../../platform/module.ts';
import { conversationRoutes } from './routes.ts';

export const conversation: Module = { name: 'conversation', routes: conversationRoutes };
