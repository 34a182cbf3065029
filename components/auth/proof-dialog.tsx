'use client'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { answerProofsBy, type ProofKind } from '@/components/browser/proof'

// Rarely opened, so not part of a page's first load.
const ProofForm = dynamic(() => import('./proof-form').then((module) => module.ProofForm), { ssr: false })

/** Asks for the password or a code when a request needs it again. */
export function ProofDialog() {
  const [asked, setAsked] = useState<{ kind: ProofKind; answer: (isGiven: boolean) => void } | null>(null)
  useEffect(() => answerProofsBy((kind) => new Promise<boolean>((answer) => setAsked({ kind, answer }))), [])
  if (!asked) return null
  const close = (isGiven: boolean) => {
    setAsked(null)
    asked.answer(isGiven)
  }
  return <ProofForm kind={asked.kind} onClose={close} />
}
