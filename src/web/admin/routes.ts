import type { RouteObject } from 'react-router';

/** Every screen of the admin area is loaded when it is opened; nothing of it reaches readers. */
export const adminRoutes: RouteObject[] = [];
