/**
 * An error with one of several reasons, which determines the message to the user. The message of the error is for the
 * log.
 */
export abstract class ReasonError<R extends string | undefined> extends Error {
  readonly reason: R;

  constructor(reason: R, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
