import { sendToCalls } from './api-run.ts';

sendToCalls('sqlite', 2, 3);
