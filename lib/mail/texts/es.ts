import type { MailTexts } from './mail-texts'

const IGNORE_WHEN_PAID = 'Si ya ha pagado, no tiene que hacer nada más.'

export const es: MailTexts = {
  testSubject: ({ subject }) => `[Prueba] ${subject}`,
  testBand: 'Modo de prueba: no se mueve dinero real.',
  addressHint: 'Si el botón no funciona, abra esta dirección:',
  sentForVendor: ({ vendor, service }) =>
    `${service} envía este correo en nombre de ${vendor}. Si responde, su respuesta llegará a ${vendor}.`,
  taxId: ({ taxId }) => `NIF: ${taxId}`,
  sentByService: ({ service }) => `Enviado por ${service}.`,
  columns: {
    discount: 'Descuento',
    includedTax: ({ tax }) => `Incluye ${tax}`,
    total: 'Total',
    paidSoFar: 'Pagado hasta ahora',
    credited: 'Nota de crédito',
    leftToPay: 'Queda por pagar',
    paidBefore: 'Pagado antes',
    thisPayment: 'Este pago',
    fee: 'Comisión',
    due: 'Vencimiento',
    paidOn: 'Fecha de pago',
    method: 'Método de pago',
    number: 'Factura',
    receiptNumber: 'Número de recibo',
    moreItems: ({ count }) => `y ${count} más`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `Factura ${number} de ${vendor}: ${total}`,
    heading: ({ vendor }) => `Factura de ${vendor}`,
    body: ({ vendor, total, due }) => `${vendor} le pide que pague ${total} a más tardar el ${due}.`,
    action: 'Pagar ahora',
    document: 'Descargar la factura (PDF)',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `La factura ${number} de ${vendor} ha cambiado`,
    heading: 'Su factura ha cambiado',
    body: ({ number, vendor }) =>
      `${vendor} ha modificado la factura ${number}. El importe, el número de factura y el enlace de pago siguen siendo los mismos.`,
    address: 'Dirección de facturación',
    buyerReference: 'Su referencia',
    notes: 'Notas',
    nowAndBefore: ({ now, before }) => `${now} (antes: ${before})`,
    action: 'Ver factura',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) => `Recordatorio: la factura de ${vendor} por ${total} vence el ${due}`,
    heading: 'Su factura vence pronto',
    body: ({ vendor, total, due }) =>
      `La factura de ${vendor} por ${total} vence el ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Pagar ahora',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `Factura vencida: ${total} a ${vendor}`,
    heading: 'Su factura ha vencido',
    body: ({ vendor, total, due }) =>
      `La factura de ${vendor} por ${total} venció el ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Pagar ahora',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) => `Segundo recordatorio: factura vencida de ${vendor} por ${total}`,
    heading: 'Su factura sigue pendiente de pago',
    body: ({ vendor, total, due }) =>
      `La factura de ${vendor} por ${total} venció el ${due} y sigue pendiente de pago. ${IGNORE_WHEN_PAID}`,
    action: 'Pagar ahora',
  },
  receipt: {
    subject: ({ number, vendor, total }) => `Recibo de la factura ${number} de ${vendor}: ${total}`,
    heading: 'Gracias por su pago',
    body: ({ vendor, total, paidOn }) => `El ${paidOn} pagó ${total} a ${vendor}.`,
    action: 'Ver el recibo',
    document: 'Descargar el recibo (PDF)',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) =>
      `Pago de ${amount} a ${vendor} recibido por la factura ${number}`,
    heading: 'Gracias por su pago',
    body: ({ vendor, amount, paidOn }) => `${vendor} recibió su pago de ${amount} el ${paidOn}.`,
    action: 'Ver la factura',
  },
  partPaid: ({ paid, total, left }) => `Pagado hasta ahora: ${paid} de ${total}. Queda por pagar: ${left}.`,
  refund: {
    subject: ({ number, vendor, amount }) => `Reembolso de ${amount} de ${vendor} por la factura ${number}`,
    heading: ({ amount }) => `Reembolso de ${amount}`,
    body: ({ number, vendor, amount }) =>
      `${vendor} le ha reembolsado ${amount} de la factura ${number}. El dinero vuelve por el mismo medio con el que pagó. Puede tardar entre 5 y 10 días laborables.`,
    amount: 'Reembolso',
    reason: 'Motivo',
    creditNote: 'Nota de crédito',
    action: 'Ver factura',
    document: 'Descargar la nota de crédito (PDF)',
  },
  credit: {
    subject: ({ number, vendor, amount }) =>
      `Nota de crédito de ${amount} de ${vendor} por la factura ${number}`,
    heading: ({ amount }) => `Nota de crédito de ${amount}`,
    body: ({ number, vendor, amount }) =>
      `${vendor} ha emitido una nota de crédito de ${amount} por la factura ${number}.`,
    left: ({ left }) => `Queda por pagar: ${left}.`,
    nothingLeft: 'No queda nada por pagar.',
    amount: 'Importe de la nota de crédito',
  },
  payout: {
    subject: ({ vendor, amount }) => `${vendor} le ha enviado ${amount}`,
    heading: ({ amount }) => `Ha recibido un pago de ${amount}`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `${vendor} ha transferido ${amount} a su cuenta de ${bankName} terminada en ${last4}.`,
    amount: 'Importe',
    bankAccount: 'Cuenta bancaria',
    reference: 'Referencia',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) => `No enviado: su pago programado de ${amount} a ${customer}`,
    heading: 'Un pago programado no se ha enviado',
    body: ({ amount, customer }) =>
      `El pago de ${amount} a ${customer} estaba previsto y no se ha podido enviar.`,
    reason: ({ reason }) => `Motivo: ${reason}`,
    nextStep: 'No se ha movido dinero. Cuando se resuelva la causa, elija otro día para el pago.',
    action: 'Abrir los pagos programados',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `No enviada: su factura programada para ${customer}`,
    heading: 'Una factura programada no se ha enviado',
    body: ({ customer }) => `La factura para ${customer} debía enviarse hoy y no ha sido posible.`,
    reason: ({ reason }) => `Motivo: ${reason}`,
    nextStep:
      'Sigue siendo un borrador y su cliente no la ha visto. Cuando esté resuelto, envíela o elija otro día.',
    action: 'Abrir el borrador',
  },
  webhookFailing: {
    subject: 'Sus webhooks están fallando',
    heading: 'Sus webhooks están fallando',
    triedAgain: ({ url }) =>
      `Hasta ahora no se ha podido entregar un evento a ${url}. Se volverá a intentar.`,
    givenUp: ({ url }) =>
      `Han fallado todos los intentos de entregar un evento a ${url} y no se hará ninguno más.`,
    answer: ({ answer }) => `El último intento terminó con: ${answer}`,
    onceADay:
      'Puede que fallen más eventos: recibirá este correo como máximo una vez al día. Cuando su servidor vuelva a funcionar, podrá entregarlos de nuevo desde el panel.',
    action: 'Abrir los webhooks',
  },
  recurringStopped: {
    subject: ({ customer }) => `Factura periódica detenida: ${customer}`,
    heading: 'Una factura periódica se ha detenido',
    body: ({ customer }) => `De momento no se envían más facturas a ${customer}.`,
    reasons: {
      customer_archived: 'El cliente se ha archivado.',
      vendor_banned: 'Su cuenta está bloqueada.',
      live_mode_not_approved: 'El modo real no está aprobado.',
      payment_provider_failed: 'El proveedor de pagos no ha aceptado ninguna factura nueva en tres días.',
      terms_not_valid: 'Los datos de la factura ya no son válidos.',
      too_many_drafts: 'Tiene demasiados borradores. Envíe o elimine algunos.',
    },
    resume: 'Reanúdela cuando esté resuelto. Las facturas que falten hasta entonces se omiten.',
    action: 'Abrir la factura periódica',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `Pago periódico detenido: ${customer}`,
    heading: 'Un pago periódico se ha detenido',
    body: ({ customer }) => `No se envía nada a ${customer} hasta que reanude el pago periódico.`,
    reasons: {
      customer_archived: 'El cliente se ha archivado.',
      bank_account_archived: 'La cuenta bancaria se ha archivado.',
      vendor_banned: 'Su cuenta está bloqueada.',
      live_mode_not_approved: 'El modo real no está aprobado.',
      requester_left: 'La persona en cuyo nombre se hace ya no puede enviar pagos por su equipo.',
      too_many_waiting: 'Tres de sus pagos siguen esperando aprobación. Apruébelos o rechácelos.',
    },
    resume: 'Reanúdelo cuando esté resuelto. Los pagos que falten hasta entonces se omiten.',
    action: 'Abrir el pago periódico',
  },
  sweepStopped: {
    subject: () => 'Retiros automáticos detenidos',
    heading: 'Sus retiros automáticos se han detenido',
    body: () => 'No se retira nada hasta que los reanude.',
    resume: 'Reanúdelos cuando esté resuelto. Los días hasta entonces se omiten.',
    action: 'Abrir los retiros',
  },
  security: {
    signedIn: {
      subject: 'Nuevo inicio de sesión en su cuenta',
      body: ({ browser, address }) => `Se ha iniciado sesión en su cuenta con ${browser} desde ${address}.`,
    },
    wrongCodes: {
      subject: 'Alguien conoce su contraseña',
      body: ({ browser, address }) =>
        `Alguien ha introducido su contraseña y después cinco códigos incorrectos, con ${browser} desde ${address}. No ha conseguido entrar. Cambie su contraseña.`,
    },
    passwordChanged: {
      subject: 'Se ha cambiado su contraseña',
      body: 'Se ha cambiado la contraseña de su cuenta.',
    },
    emailChangeRequested: {
      subject: '¿Quiere cambiar su correo de acceso?',
      body: ({ email, time, browser, address }) =>
        `El ${time} se ha solicitado, con ${browser} desde ${address}, cambiar su correo de acceso a ${email}. No cambia nada hasta que se abra el enlace enviado a esa dirección.`,
      stop: 'Si no ha sido usted, cancele el cambio en Ajustes → Perfil y elija una contraseña nueva. Una contraseña nueva también lo cancela.',
    },
    emailChanged: {
      subject: 'Se ha cambiado su correo de acceso',
      body: ({ email }) => `Ahora se accede a su cuenta con ${email} en lugar de esta dirección.`,
    },
    takenOver: {
      subject: 'Es posible que otra persona haya creado su cuenta',
      body: 'Su correo no estaba confirmado antes de que eligiera una contraseña nueva, así que es posible que otra persona haya creado esta cuenta. Hemos cerrado todas las sesiones, desactivado el inicio de sesión en dos pasos, sustituido los secretos de firma de los webhooks y borrado los datos del vendedor de las facturas. También hemos deshecho lo siguiente.',
      people: 'Personas suspendidas hasta que usted las readmita',
      invitations: 'Invitaciones revocadas',
      apiKeys: 'Claves de API revocadas',
      endpoints: 'Destinos de webhooks eliminados',
      payouts: 'Pagos no enviados, cancelados',
      series: 'Facturas recurrentes en pausa',
      payoutSeries: 'Pagos periódicos en pausa',
      sweeps: 'Retiros automáticos en pausa',
      kept: 'Los clientes, las cuentas bancarias, las facturas y los borradores siguen como estaban. Revíselos antes de facturar o pagar a nadie.',
    },
    secondFactorRemoved: {
      subject: 'Se ha desactivado el inicio de sesión en dos pasos',
      body: 'Su cuenta ya no pide un código después de la contraseña.',
    },
    passkeyAdded: {
      subject: 'Se ha añadido una llave de acceso a su cuenta',
      body: ({ passkey }) => `Ahora se puede iniciar sesión en su cuenta con «${passkey}».`,
    },
    passkeyRemoved: {
      subject: 'Se ha quitado una llave de acceso de su cuenta',
      body: ({ passkey }) => `Ya no se puede iniciar sesión en su cuenta con «${passkey}».`,
    },
    ownerChanged: {
      subject: 'Su cuenta tiene un nuevo propietario',
      body: ({ email }) => `${email} es ahora el propietario. Usted es administrador.`,
    },
    keyCreated: {
      subject: 'Nueva clave de API en modo real',
      body: ({ key }) =>
        `Se ha creado la clave de API ${key} en modo real. Quien la tenga puede mover su dinero.`,
    },
    bankAccountAdded: {
      subject: 'Nueva cuenta bancaria para pagos',
      body: ({ bankAccount }) => `Se ha añadido una cuenta bancaria que puede recibir pagos: ${bankAccount}.`,
    },
    ownAccountChanged: {
      subject: 'Se ha cambiado la cuenta bancaria de sus facturas',
      body: ({ person, bankAccount }) =>
        `${person} ha cambiado la cuenta bancaria a la que sus facturas piden que se pague: ${bankAccount}.`,
    },
    bankAccountEntered: {
      subject: 'Nuevos datos bancarios de un cliente',
      body: ({ customer, bankAccount }) =>
        `${customer} ha indicado una cuenta bancaria en la página que usted le envió: ${bankAccount}.`,
      check:
        'Antes de pagar a esa cuenta, confirme con el cliente, por una vía distinta de la que usó para enviar el enlace, que es suya.',
    },
    endpointAdded: {
      subject: 'Nuevo endpoint de webhook en modo real',
      body: ({ host, person }) =>
        `${person} ha añadido un endpoint de webhook en modo real: ${host}. Recibe eventos de su cuenta, con los datos de sus clientes.`,
    },
    endpointAddedByKey: {
      subject: 'Nuevo endpoint de webhook en modo real',
      body: ({ host, key }) =>
        `Con la clave de API ${key} se ha añadido un endpoint de webhook en modo real: ${host}. Recibe eventos de su cuenta, con los datos de sus clientes.`,
    },
    endpointMoved: {
      subject: 'Nueva URL de un endpoint de webhook en modo real',
      body: ({ host, person }) =>
        `${person} ha cambiado la URL de un endpoint de webhook en modo real: ${host}. Recibe eventos de su cuenta, con los datos de sus clientes.`,
    },
    endpointMovedByKey: {
      subject: 'Nueva URL de un endpoint de webhook en modo real',
      body: ({ host, key }) =>
        `Con la clave de API ${key} se ha cambiado la URL de un endpoint de webhook en modo real: ${host}. Recibe eventos de su cuenta, con los datos de sus clientes.`,
    },
    payoutApprovalSet: {
      subject: 'Se ha cambiado la aprobación de pagos',
      body: ({ person, amount }) =>
        `${person} ha establecido que los pagos a partir de ${amount} necesitan una segunda persona.`,
    },
    payoutApprovalOff: {
      subject: 'Se ha desactivado la aprobación de pagos',
      body: ({ person }) => `${person} ha desactivado la aprobación de pagos por una segunda persona.`,
    },
    approverInvited: {
      subject: 'Se ha invitado a una persona que puede aprobar pagos',
      body: ({ person, email }) =>
        `${person} ha invitado a ${email} a un rol que aprueba pagos. Le avisaremos de nuevo cuando se una al equipo.`,
    },
    approverAdded: {
      subject: 'Nueva persona que puede aprobar pagos',
      body: ({ email, day }) =>
        `${email} puede aprobar los pagos que soliciten otras personas a partir del ${day}.`,
    },
    notYou:
      'Si no ha sido usted, cambie su contraseña, cierre las demás sesiones y revoque las claves de API que no reconozca.',
    action: 'Revisar la cuenta',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `Apruebe un pago: ${amount} a ${customer}`,
      heading: ({ amount }) => `Un pago de ${amount} espera aprobación`,
      body: ({ requester, amount, customer }) =>
        `${requester} quiere pagar ${amount} a ${customer}. El pago se envía en cuanto usted u otra persona lo apruebe, y caduca a los 7 días.`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `${requester} quiere pagar ${amount} a ${customer} el ${day}. El pago se envía ese día si usted u otra persona lo ha aprobado para entonces; si no, en cuanto se apruebe.`,
      action: 'Revisar el pago',
    },
    approved: {
      subject: ({ amount, customer }) => `Pago aprobado: ${amount} a ${customer}`,
      body: ({ person, amount, customer }) => `${person} ha aprobado su pago de ${amount} a ${customer}.`,
    },
    rejected: {
      subject: ({ amount, customer }) => `Pago rechazado: ${amount} a ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} ha rechazado su pago de ${amount} a ${customer}. No se ha enviado nada.`,
    },
    expired: {
      subject: ({ amount, customer }) => `Solicitud de pago caducada: ${amount} a ${customer}`,
      body: ({ amount, customer }) =>
        `Nadie ha decidido en 7 días sobre su pago de ${amount} a ${customer}. No se ha enviado nada.`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `Apruebe un lote de pagos: ${amount} en ${file}`,
        heading: ({ amount }) => `Hay pagos por ${amount} que esperan aprobación`,
        body: ({ requester, amount, file }) =>
          `${requester} quiere pagar ${amount} con el archivo ${file}. No se envía nada hasta que usted u otra persona lo apruebe.`,
        action: 'Revisar el lote',
      },
      approved: {
        subject: ({ amount, file }) => `Lote aprobado: ${amount} en ${file}`,
        body: ({ person, amount, file }) => `${person} ha aprobado sus pagos por ${amount} en ${file}.`,
      },
      rejected: {
        subject: ({ amount, file }) => `Lote devuelto: ${amount} en ${file}`,
        body: ({ person, amount, file }) =>
          `${person} ha devuelto sus pagos por ${amount} en ${file}. No se ha enviado nada.`,
      },
      file: 'Archivo',
      payouts: 'Pagos',
    },
    reason: ({ reason }) => `Motivo: ${reason}`,
    amount: 'Importe',
    customer: 'Cliente',
    bankAccount: 'Cuenta bancaria',
    requestedBy: 'Solicitado por',
    view: 'Ver la solicitud',
  },
  portalLink: {
    subject: ({ vendor }) => `Sus facturas de ${vendor}`,
    heading: ({ vendor }) => `Consulte sus facturas de ${vendor}`,
    body: 'Ábralas en los próximos 30 minutos. El enlace solo se puede usar una vez.',
    ignore: 'Si no lo ha solicitado, ignore este correo.',
    action: 'Ver facturas',
  },
  passwordReset: {
    subject: 'Restablezca su contraseña',
    heading: 'Restablezca su contraseña',
    body: 'Elija una contraseña nueva en el plazo de una hora. El enlace solo se puede usar una vez.',
    action: 'Elegir una contraseña nueva',
    ignore: 'Si no lo ha solicitado, ignore este correo: su contraseña no cambiará.',
  },
  teamInvitation: {
    subject: ({ vendor }) => `Invitación de ${vendor}`,
    heading: ({ vendor }) => `Únase a ${vendor} en Counterfoil`,
    body: ({ email }) =>
      `Esta invitación es para ${email}. El enlace funciona una sola vez, durante los próximos 7 días.`,
    action: 'Unirse al equipo',
    ignore: 'Si no esperaba una invitación, ignore este correo.',
  },
  invitation: {
    subject: 'Le invitamos a Counterfoil',
    heading: 'Cree su cuenta',
    body: ({ email }) =>
      `Esta invitación es para ${email}. El enlace funciona una sola vez, durante los próximos 7 días.`,
    action: 'Crear cuenta',
    ignore: 'Si no esperaba una invitación, ignore este correo.',
  },
  emailConfirmation: {
    subject: 'Confirme su correo electrónico',
    heading: 'Confirme su correo electrónico',
    body: ({ email }) => `Confirme en un plazo de 24 horas que ${email} es su dirección.`,
    action: 'Confirmar la dirección',
    ignore: 'Si no se ha registrado, ignore este correo.',
  },
  newEmailConfirmation: {
    subject: 'Confirme su nuevo correo electrónico',
    heading: 'Confirme su nuevo correo electrónico',
    body: ({ email }) =>
      `Confirme en un plazo de 24 horas que a partir de ahora quiere iniciar sesión con ${email}.`,
    action: 'Confirmar la dirección',
    ignore: 'Si no lo ha solicitado, ignore este correo. No cambia nada.',
  },
}
