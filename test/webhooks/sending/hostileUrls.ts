// Spellings of addresses that no delivery may reach.

const hosts = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** Hosts of URLs; every one is, or has been taken for, the machine itself or a network that is not public. */
export const hostileHosts = hosts(
  '127.0.0.1 127.1 127.255.255.254 2130706433 0x7f.0.0.1 0x7f000001 0177.0.0.1 127.0.0.1.',
  '0.0.0.0 0 0.1.2.3 ①②⑦.⓪.⓪.① １２７.０.０.１',
  '[::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::7f00:1] [::ffff:0:7f00:1]',
  '[64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001::7f00:1]',
  '[fe80::1] [fc00::1] [fd00:ec2::254] [fec0::1] [ff02::1] [100::1]',
  '[2001:db8::1] [3fff::1] [5f00::1] [4000::1]',
  '10.0.0.1 100.64.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1',
  '192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1',
  '224.0.0.1 240.0.0.1 255.255.255.255',
  'localhost LOCALHOST. receptor.localhost',
);

/** Neighbours of the ranges above that are public. */
export const publicHosts = hosts(
  '8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 169.253.255.255 172.15.255.255 172.32.0.0',
  '192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255',
  '[2606:4700::1111] [2a00:1450:4001::1]',
);
