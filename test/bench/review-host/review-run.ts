/** Measurements of one window. Times are in milliseconds, sizes in bytes. */
export interface ReviewRun {
  readonly files: number;
  /** From expanding the changes until the first rows exist. */
  readonly firstRow: number;
  /** From expanding the changes until all folders of the tree are expanded. */
  readonly allRows: number;
  /** Additional memory of the extension host after all rows exist. */
  readonly filesBytes: number;
  /** From the click until both sides of the first diff of this window are visible. */
  readonly firstDiff: number;
  readonly threads: number;
  /** From expanding the discussions until their rows exist. */
  readonly discussions: number;
  readonly threadsBytes: number;
}
