import { sendToCalls } from './api-run.ts';

sendToCalls('sqlite', 2, 2);
sendToCalls('postgres', 1, 1);
