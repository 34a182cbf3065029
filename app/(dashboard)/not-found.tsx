import { SearchX } from 'lucide-react'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'

export default function NotFound() {
  return (
    <EmptyState
      Icon={SearchX}
      title={<h1 className="text-base">Not found</h1>}
      action={
        <Link href="/home" className={buttonStyle({ variant: 'secondary' })}>
          Go to Home
        </Link>
      }
    >
      This page doesn’t exist, belongs to another account, or isn’t open to your role.
    </EmptyState>
  )
}
