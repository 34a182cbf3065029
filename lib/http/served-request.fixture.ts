import { serveAs } from './served-request'

/** Runs an operation as the server does for a client at this address. */
export function fromAddress<Result>(clientAddress: string, answer: () => Result): Result {
  return serveAs({ clientAddress, address: '/', response: { statusCode: 200 } }, answer)
}
