import type { ServerWritableStream } from '@grpc/grpc-js';

/** Waits until the reader takes more. False once it is gone. */
export async function send<Response>(
  call: ServerWritableStream<unknown, Response>,
  response: Response,
): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false;
  if (call.write(response)) return true;
  return new Promise((resolve) => {
    const done = (goesOn: boolean) => () => {
      call.removeListener('drain', onDrain).removeListener('close', onGone).removeListener('cancelled', onGone);
      resolve(goesOn);
    };
    const onDrain = done(true);
    const onGone = done(false);
    call.on('drain', onDrain).on('close', onGone).on('cancelled', onGone);
  });
}
