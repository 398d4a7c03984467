/**
 * The remaining steps of a computation with limited effort. A step is the comparison of one line and takes
 * some nanoseconds.
 */
export interface StepBudget {
  left: number;
}
