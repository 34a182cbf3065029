'use client'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureMessage, requestJson } from '@/components/browser/request'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { signInByPasskey } from './auth-requests'
import type { PasskeyRequest } from './passkey-ceremony'
import { usePasskeySupport } from './passkey-support'

const ceremony = () => import('./passkey-ceremony')

/** A challenge lasts for five minutes, and a person may look at the form for longer. */
const RENEW_MS = 4 * 60 * 1000

async function newRequest(): Promise<PasskeyRequest> {
  const path = '/api/dashboard/passkey-request'
  return (await requestJson<{ options: PasskeyRequest }>(path, { method: 'POST', body: {} })).options
}

type PasskeySignInProps = { onSignedIn: () => void; onRefusal: (message: string | null) => void }

/** Signs in with a passkey: by a button, and where the browser can, from the list of the email field. */
export function PasskeySignIn({ onSignedIn, onRefusal }: PasskeySignInProps) {
  const isSupported = usePasskeySupport()
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  /** Counts the offers in the list: each ends with its challenge, or when the button asks instead. */
  const [round, setRound] = useState(0)
  const offerAgain = () => setRound((count) => count + 1)

  const signIn = async (passkeyOf: () => Promise<object>) => {
    onRefusal(null)
    setBusy(true)
    try {
      await signInByPasskey(await passkeyOf())
      onSignedIn()
    } catch (error) {
      onRefusal(failureMessage(error))
      setBusy(false)
      offerAgain()
    }
  }
  const ask = useSingleFlight(() =>
    signIn(async () => {
      const { askForPasskey } = await ceremony()
      return askForPasskey(await newRequest())
    }),
  )

  if (!isSupported) return null
  return (
    <>
      <ListedPasskeys key={round} onChoice={(passkey) => signIn(async () => passkey)} onEnd={offerAgain} />
      <Button
        variant="secondary"
        className="mt-2 h-10 w-full"
        pending={isBusy}
        disabled={!isHydrated}
        onClick={() => ask()}
      >
        <KeyRound aria-hidden className="size-4" />
        Use a passkey
      </Button>
    </>
  )
}

type ListedPasskeysProps = { onChoice: (passkey: object) => void; onEnd: () => void }

/** Offers passkeys in the list of the email field, without a word until somebody chooses one. */
function ListedPasskeys({ onChoice, onEnd }: ListedPasskeysProps) {
  const choose = useEffectEvent(onChoice)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    const offer = async () => {
      const { askForPasskey, canListPasskeys, stopAsking } = await ceremony()
      if (!(await canListPasskeys()) || isOver) return
      const options = await newRequest()
      if (isOver) return
      const renewal = setTimeout(() => end(), RENEW_MS)
      stop = () => {
        clearTimeout(renewal)
        stopAsking()
      }
      const passkey = await askForPasskey(options, { inField: true })
      clearTimeout(renewal)
      if (!isOver) choose(passkey)
    }
    // Nobody has asked yet, so nobody is told if it fails: the button tells.
    offer().catch(() => undefined)
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return null
}
