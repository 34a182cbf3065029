'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** True where the browser has passkeys, which needs https or localhost; true on the server, which can't know. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => true,
  )
}
