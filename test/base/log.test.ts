import assert from 'node:assert/strict';
import { bothLogs, componentLog, logTo, maskedLog, SecretMask } from '../../src/base/log';

describe('log', () => {
  const recorded = () => {
    const lines: string[] = [];
    return {
      lines,
      log: logTo((level, message) => {
        lines.push(`${level}: ${message}`);
      }),
    };
  };

  it('names the component at each level', () => {
    const { lines, log } = recorded();
    const api = componentLog(log, 'api');
    api.trace('a');
    api.debug('b');
    api.info('c');
    api.warn('d');
    api.error('e');
    assert.deepEqual(lines, [
      'trace: [api] a',
      'debug: [api] b',
      'info: [api] c',
      'warn: [api] d',
      'error: [api] e',
    ]);
  });

  it('masks the messages of a component in all logs', () => {
    const [channel, lines] = [recorded(), recorded()];
    const mask = new SecretMask();
    mask.add('s3cret-of-mine');
    const log = componentLog(maskedLog(bothLogs(channel.log, lines.log), mask), 'git');
    log.trace('GET s3cret-of-mine');
    assert.deepEqual(
      [channel.lines, lines.lines],
      [['trace: [git] GET [secret]'], ['trace: [git] GET [secret]']],
    );
  });
});
