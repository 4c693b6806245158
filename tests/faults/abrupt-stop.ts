/** A server that exits at once on SIGTERM, as a control for the tests of graceful shutdown. */
import { builtServer } from '../support/server.ts';

process.on('SIGTERM', () => process.exit(0));
await import(builtServer);
