import assert from 'node:assert/strict';
import { trafficPage } from '../../../src/presentation/accounts/traffic-page';

describe('request statistics', () => {
  const host = {
    host: 'gitlab.example',
    requests: 1234,
    fromCache: 40,
    shared: 3,
    throttled: 1,
    inFlight: 2,
    waiting: 0,
    heldUntil: undefined,
    endpoints: [
      { endpoint: 'GET /projects/:id', requests: 34, fromCache: 0, throttled: 0 },
      { endpoint: 'GET /projects/:id/pipelines', requests: 1200, fromCache: 40, throttled: 1 },
    ],
  };

  it('show each server with its endpoints, most frequent first', () => {
    const { text, parts } = trafficPage(
      { hosts: [host, { ...host, host: 'other.example' }], cacheBytes: 1500 },
      0,
    );
    assert.deepEqual(text.split('\n').slice(0, 16), [
      'Request Statistics',
      'Requests from this window since it was opened',
      'Responses in the cache: 1.5 kB',
      '',
      'gitlab.example',
      'Requests      1,234',
      'Unchanged     40 (response from the cache)',
      'Rate limited  1',
      'Shared        3 more requests avoided by sharing responses',
      'In progress   2',
      'Waiting       0',
      '',
      'Requests  Unchanged  Rate limited  Endpoint',
      '   1,200         40             1  GET /projects/:id/pipelines',
      '      34          0             0  GET /projects/:id',
      '',
    ]);
    assert.deepEqual(
      parts.map(({ name }) => name),
      ['gitlab.example', 'other.example'],
    );
  });

  it('show how long requests are paused', () => {
    const paused = { ...host, heldUntil: 12_500, endpoints: [] };
    assert.match(
      trafficPage({ hosts: [paused], cacheBytes: 0 }, 500).text,
      /Paused +for 12 seconds at the server's request$/m,
    );
  });

  it('state that no requests were sent', () => {
    assert.match(trafficPage({ hosts: [], cacheBytes: 0 }, 0).text, /^No requests sent$/m);
  });
});
