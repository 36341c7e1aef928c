// Ending the web server without delay.
#ifndef LIMB_SERVE_STOP_H
#define LIMB_SERVE_STOP_H

struct mg_context;

// mg_stop. address: that it listens on, an IPv6 one in brackets.
void limb__server_stop(struct mg_context *server, const char *address, int port);

#endif
