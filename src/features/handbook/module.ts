import type { Module } from '../../platform/module.ts';
import { handbookRoutes } from './routes.ts';

export const handbook: Module = { name: 'handbook', routes: handbookRoutes };
