/** The server as it would be if it ended at once when told to stop: for the control of the tests that stop it under load. */
import { builtServer } from '../support/server.ts';

process.on('SIGTERM', () => process.exit(0));
await import(builtServer);
