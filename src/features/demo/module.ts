import type { Module } from '../../platform/module.ts';
import { demoRoutes } from './routes.ts';

export const demo: Module = { name: 'demo', routes: demoRoutes };
