int host() { return PITCH; }
