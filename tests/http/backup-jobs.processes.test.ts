import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActivityEntry } from '../../src/core/site/api/activity.ts';
import type { Backup, BackupState } from '../../src/features/backup/api.ts';
import { backupsPart } from '../../src/features/backup/archive/backups.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import { kindsIn } from '../../src/platform/jobs/kinds.ts';
import { runDueJobs, runNextJob } from '../../src/platform/jobs/run-jobs.ts';
import { jobsOfKind } from '../../src/platform/jobs/store.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { Client } from '../support/client.ts';
import { onEachDatabase, temporaryDatabase } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { startBuilt } from '../support/site.ts';

const jobsUrl = '/webapi/api/admin/backup-jobs';
const never = new AbortController().signal;

onEachDatabase('a backup in the background', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    // A worker starts no process for jobs, which would claim them before the test does.
    site = await apiSite(kind, {}, (config, log) => startBuilt(config, log, { role: 'worker' }));
  });
  afterAll(() => site.dispose());

  const stateOf = async () => (await site.admin.get<BackupState>(jobsUrl)).body;
  const runJobs = (signal = never) => runDueJobs(site.blog, signal, kindsIn(jobKinds, 'posts'));
  const jobs = () => jobsOfKind(site.blog.db, 'backup', 100);

  test('is started once, reports its progress and is noted in the activity log', async () => {
    const { status, body } = await site.admin.post<BackupState>(jobsUrl, {});
    expect(status).toBe(202);
    expect(body.running).toEqual({ date: expect.any(String), progress: null });
    await site.admin.post(jobsUrl, {});
    expect(await jobs()).toHaveLength(1);
    expect((await stateOf()).running).toEqual(body.running);

    await runJobs();
    const after = await stateOf();
    expect(after).toMatchObject({ running: null, failed: null, newest: { missing: 0 } });
    const [job] = await jobs();
    expect(job).toMatchObject({ outcome: 'done', progress: { stage: 'images' } });
    const { body: activity } = await site.admin.get<ActivityEntry[]>('/webapi/api/admin/activity?limit=5');
    expect(activity.map(({ what }) => what)).toContain(`Made the backup ${after.newest?.id}`);
  });

  test('stops when its server does, and is begun again', async () => {
    const before = (await stateOf()).newest?.id;
    await site.admin.post(jobsUrl, {});
    const stop = new AbortController();
    const real = backupsPart.of(site.blog).make;
    backupsPart.of(site.blog).make = (options) => {
      stop.abort();
      return real(options);
    };
    try {
      await runJobs(stop.signal);
    } finally {
      backupsPart.of(site.blog).make = real;
    }
    expect(await stateOf()).toMatchObject({
      failed: null,
      newest: { id: before },
      running: { date: expect.any(String) },
    });
    await runJobs();
    const after = await stateOf();
    expect(after).toMatchObject({ failed: null, running: null });
    expect(after.newest?.id).not.toBe(before);
  });

  test('waits while another process makes one', async () => {
    await site.admin.post(jobsUrl, {});
    const real = backupsPart.of(site.blog).make;
    backupsPart.of(site.blog).make = async () => null;
    try {
      expect(await runNextJob(site.blog, never, kindsIn(jobKinds, 'posts'))).toBe(true);
    } finally {
      backupsPart.of(site.blog).make = real;
    }
    expect((await stateOf()).running).not.toBeNull();
    const now = site.blog.now;
    site.blog.now = () => new Date(now().getTime() + 10_000);
    try {
      await runJobs();
    } finally {
      site.blog.now = now;
    }
    expect((await stateOf()).running).toBeNull();
  });

  test('that fails says why, and is not repeated', async () => {
    await site.admin.post(jobsUrl, {});
    const real = backupsPart.of(site.blog).make;
    backupsPart.of(site.blog).make = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    try {
      await runJobs();
    } finally {
      backupsPart.of(site.blog).make = real;
    }
    expect(await stateOf()).toMatchObject({ running: null, failed: { message: 'The disk is full.' } });
    expect((await jobs())[0]).toMatchObject({ outcome: 'failed', error: 'The disk is full.' });
    site.errors.length = 0;
  });

  test('is not started where backups are off', async () => {
    const { keep } = backupsPart.of(site.blog);
    backupsPart.of(site.blog).keep = 0;
    try {
      expect((await site.admin.post(jobsUrl, {})).status).toBe(409);
    } finally {
      backupsPart.of(site.blog).keep = keep;
    }
  });
});

onEachDatabase('a backup that was interrupted by SIGKILL', (kind) => {
  test('is made by the next start', async () => {
    const database = await temporaryDatabase(kind);
    const { dataDir, databaseUrl } = database.config;
    const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
    const first = await startServer({ env });
    let second: RunningServer | undefined;
    try {
      const owner = new Client(first.url);
      await owner.login();
      expect((await owner.post(jobsUrl, {})).status).toBe(202);
      await first.kill9();
      second = await startServer({ env });
      const again = new Client(second.url);
      await again.login();
      for (;;) {
        const { body } = await again.get<BackupState>(jobsUrl);
        expect(body.failed).toBeNull();
        if (!body.running) break;
        await wait(200);
      }
      expect((await again.get<Backup[]>('/webapi/api/admin/backups')).body).toHaveLength(1);
    } finally {
      await second?.dispose();
      await first.dispose();
      await database.dispose();
    }
  });
});
