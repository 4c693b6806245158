import type { Module } from '../../platform/module.ts';
import { taxonomyRoutes } from './routes.ts';

export const taxonomy: Module = { name: 'taxonomy', routes: taxonomyRoutes };
