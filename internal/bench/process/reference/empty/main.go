// Command empty does nothing. How long it takes is what starting any Go program
// costs.
package main

func main() {}
