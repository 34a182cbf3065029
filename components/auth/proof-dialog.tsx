'use client'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { answerProofsBy, type ProofKind } from '@/components/browser/proof'

// Rarely opened, so not part of a page's first load.
const ProofForm = dynamic(() => import('./proof-form').then((module) => module.ProofForm), { ssr: false })

/** Asks for the password or a code when a request needs it again. */
export function ProofDialog() {
  const [request, setRequest] = useState<{ kind: ProofKind; answer: (isProven: boolean) => void } | null>(
    null,
  )
  useEffect(
    () => answerProofsBy((kind) => new Promise<boolean>((answer) => setRequest({ kind, answer }))),
    [],
  )
  if (!request) return null
  const close = (isProven: boolean) => {
    setRequest(null)
    request.answer(isProven)
  }
  return <ProofForm kind={request.kind} onClose={close} />
}
