import { describe, expect, test } from 'vitest';
import { addressList, isListed, isPublic } from './ip-addresses.ts';

describe('public IP addresses', () => {
  test.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('include %s', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '100::1',
    'localhost',
    '0x7f.1',
    '',
  ])('do not include %s', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});

test('a list may contain IPv4 and IPv6 addresses and networks', () => {
  const list = addressList(['10.0.0.1', '192.168.0.0/16', 'fd00::/8']);
  for (const address of ['10.0.0.1', '192.168.9.9', 'fd12::1', '::ffff:10.0.0.1'])
    expect(isListed(list, address), address).toBe(true);
  for (const address of ['10.0.0.2', '192.169.0.1', 'fe80::1', 'somewhere'])
    expect(isListed(list, address), address).toBe(false);
});
