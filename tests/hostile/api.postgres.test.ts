import { sendToCalls } from './api-run.ts';

sendToCalls('postgres', 1, 1);
