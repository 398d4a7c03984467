import assert from 'node:assert/strict';
import { bindLocalize, t } from '../../src/base/localize';

const JOBS = '{0, plural, one {# job} other {# jobs}}';

describe('translated texts', () => {
  afterEach(() => {
    bindLocalize();
  });

  it('insert arguments, and keep placeholders without an argument', () => {
    assert.equal(t('{1} of {0}', 'main', 3), '3 of main');
    assert.equal(t('{0} and {1}', 'one'), 'one and {1}');
  });

  it("don't interpret arguments as placeholders", () => {
    assert.equal(
      t('{0} by {1}', '{1}', '{0, plural, one {a} other {b}}'),
      '{1} by {0, plural, one {a} other {b}}',
    );
    assert.equal(t('{0, plural, one {# of {1}} other {# of {1}}}', 2, '#{0}'), '2 of #{0}');
  });

  it('omit the direction marks of translations, but keep those of arguments', () => {
    bindLocalize((message) => `\u200f${message}\u200e`, 'qps-ploc');
    assert.equal(t('{0} of {1}', 'a\u200fb', 3), 'a\u200fb of 3');
  });

  it('depend on counts', () => {
    assert.deepEqual(
      [0, 1, 2, 1234].map((count) => t(JOBS, count)),
      ['0 jobs', '1 job', '2 jobs', '1,234 jobs'],
    );
    assert.equal(t('{0, plural, =0 {No jobs} one {# job} other {# jobs}}', 0), 'No jobs');
    assert.equal(
      t('{0, plural, one {# job} other {# jobs}} in {1, plural, one {# stage} other {# stages}}', 1, 2),
      '1 job in 2 stages',
    );
  });

  it('insert arguments in plural forms', () => {
    assert.equal(t('{1, plural, one {Delete {0}} other {Delete {0} and # others}}', 'a', 1), 'Delete a');
    assert.equal(
      t('{1, plural, one {Delete {0}} other {Delete {0} and # others}}', 'a', 3),
      'Delete a and 3 others',
    );
  });

  it('use the plural categories and digits of the language', () => {
    const polish = '{0, plural, one {# zadanie} few {# zadania} many {# zadań} other {# zadania}}';
    bindLocalize((message) => (message === JOBS ? polish : message), 'pl');
    assert.deepEqual(
      [1, 2, 5, 22, 12345].map((count) => t(JOBS, count)),
      ['1 zadanie', '2 zadania', '5 zadań', '22 zadania', '12\u{a0}345 zadań'],
    );
    bindLocalize((message) => message, 'ar-EG');
    assert.equal(t(JOBS, 12), '١٢ jobs');
  });
});
