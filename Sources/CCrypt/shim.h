// libxcrypt, crypt(3): the password hashes of /etc/shadow.
#pragma once
#include <crypt.h>
