/** A milestone of a project. Dates have no time. */
export interface Milestone {
  /** Global ID, as used in `milestone_id`. */
  readonly id: number;
  readonly iid: number;
  readonly project: number;
  readonly title: string;
  readonly description: string;
  readonly state: 'active' | 'closed';
  readonly due: string | null;
  readonly start: string | null;
}

/** The milestones of the demo projects. */
export const MILESTONES: readonly Milestone[] = [
  {
    id: 31,
    iid: 1,
    project: 1,
    title: 'v1.2',
    description: 'Search and addresses',
    state: 'closed',
    due: '2025-06-30',
    start: '2025-05-01',
  },
  {
    id: 32,
    iid: 2,
    project: 1,
    title: 'v1.3',
    description: 'Gift cards',
    state: 'active',
    due: null,
    start: '2025-07-01',
  },
  {
    id: 41,
    iid: 1,
    project: 2,
    title: 'Instant transfers',
    description: '',
    state: 'active',
    due: null,
    start: '2025-06-01',
  },
];

export const milestoneOf = (project: number, id: number): Milestone | undefined =>
  MILESTONES.find((each) => each.project === project && each.id === id);
