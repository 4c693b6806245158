import type { Module } from '../../platform/module.ts';
import { doctorRoutes } from './routes.ts';

export const doctor: Module = { name: 'doctor', routes: doctorRoutes };
