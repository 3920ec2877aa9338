// Places for connections, of which there are never more than files that may be open
// (docs/spec/requests.md#connections).
import { expect, it } from '#jest';
import { placesWithin } from '../../src/app/fileLimit.js';

const PLACES = { connectionsMax: 2_000, connectionsPerAddress: 200, healthConnectionsMax: 20 };

it.each([
  ['an unknown number of', null, 1, 2_000, 200],
  ['2,200', 2_200, 1, 2_000, 200],
  ['1,024', 1_024, 1, 824, 82],
  ['400', 400, 1, 200, 20],
  ['256', 256, 1, 56, 5],
  ['256, for two servers,', 256, 2, 18, 1],
])(
  'With %s open files the places are as many as fit',
  (_, limit, servers, connectionsMax, connectionsPerAddress) => {
    expect(placesWithin(limit, servers, PLACES)).toEqual({
      connectionsMax,
      connectionsPerAddress,
      healthConnectionsMax: 20,
    });
  },
);
