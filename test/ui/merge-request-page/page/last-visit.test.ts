import assert from 'node:assert/strict';
import { LastVisit } from '../../../../src/ui/merge-request-page/page/last-visit';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

describe('last visit of a merge request page', () => {
  const page = (stored?: string) => {
    const memory = { stored };
    const visit = new LastVisit(() => memory.stored);
    return {
      visit,
      /** Shows a state of the merge request and records it as seen. */
      see: (updatedAt: string) => {
        visit.check(updatedAt);
        memory.stored = updatedAt;
        visit.refreshed();
      },
    };
  };

  it("doesn't exist on the first visit", () => {
    const { visit, see } = page();
    visit.setVisible(true);
    see(at(1));
    assert.equal(visit.since, undefined);
    see(at(2));
    assert.equal(visit.since, undefined);
  });

  it("is the stored one when the page is opened, and doesn't change while the page is visible", () => {
    const { visit, see } = page(at(1));
    visit.setVisible(true);
    see(at(5));
    see(at(6));
    assert.equal(visit.since, Date.parse(at(1)));
  });

  it('is updated if something changed while the page was hidden', () => {
    const { visit, see } = page(at(1));
    visit.setVisible(true);
    see(at(5));
    visit.setVisible(false);
    visit.setVisible(true);
    see(at(5));
    assert.equal(visit.since, Date.parse(at(1)), 'nothing changed');
    visit.setVisible(false);
    visit.setVisible(true);
    visit.check(at(5));
    see(at(9));
    assert.equal(visit.since, Date.parse(at(5)));
  });
});
