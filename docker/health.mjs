// The health check of the image: exits with 0 while the process on this machine is ready.
const ownTls = process.env.TLS_CERT_FILE;
// The service's own certificate names its public host, not this address, so it is not verified here.
if (ownTls) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const address = `${ownTls ? 'https' : 'http'}://127.0.0.1:${process.env.PORT || 3000}/health/ready`;
const ready = await fetch(address).then(
  (response) => response.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
