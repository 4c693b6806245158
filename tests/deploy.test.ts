import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };

const folder = path.resolve(import.meta.dirname, '../deploy');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

type Service = Record<string, unknown> & { environment?: Record<string, string>; ports?: string[] };
const services = (name: string) => (parse(read(name)) as { services: Record<string, Service> }).services;

test('every variant confines the site of this version and contains no secret', () => {
  const names = globSync('compose*.yaml', { cwd: folder });
  expect(names.length).toBe(3);
  for (const name of names) {
    const { site, ...others } = services(name);
    expect(site, name).toMatchObject({
      image: `localhost/not-terrible:${packageJson.version}`,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
      volumes: ['site:/data'],
    });
    for (const port of site?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const service of [site, ...Object.values(others)])
      for (const [variable, value] of Object.entries(service?.environment ?? {}))
        if (/PASSWORD|SECRET|KEY|DATABASE_URL/.test(variable)) expect(value).toMatch(/\$\{\w+:\?/);
  }
});

test('only Caddy reaches the site behind it, so its forwarding header can be trusted', () => {
  const { site } = services('compose.caddy.yaml');
  expect(site?.ports).toBeUndefined();
  expect(site?.environment?.TRUST_PROXY).toBe('1');
});
